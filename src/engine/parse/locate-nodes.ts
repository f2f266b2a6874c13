/** The nodes at given offsets of a text, each with the nodes around it. */
import type { SgNode } from '@ast-grep/napi';

export interface LocatedNode {
  offset: number;
  /** The smallest node there. */
  node: SgNode;
  /** The nodes around it, nearest first, at most AROUND of them. */
  around: SgNode[];
}

/** More than six nodes up, a use is one of many. */
const AROUND = 8;

interface Frame {
  node: SgNode;
  up: Frame | null;
  /** Offsets inside the node: [from, to) of the list. */
  from: number;
  to: number;
}

/**
 * `offsets` ascend; the result is in no order. One walk from the root down, for all of them: asking a node for its parent also walks down from the
 * root each time, which took minutes for 20,000 uses in a wide or deep tree.
 */
export function locateNodes(root: SgNode, offsets: readonly number[]): LocatedNode[] {
  const located: LocatedNode[] = [];
  const frames: Frame[] = [{ node: root, up: null, from: 0, to: offsets.length }];
  for (let frame = frames.pop(); frame !== undefined; frame = frames.pop()) {
    const children = frame.node.children();
    if (children.length > 0) {
      // One by one: a minified file has more children in one node than a call takes arguments.
      for (const inside of framesInside(frame, children, offsets)) frames.push(inside);
      continue;
    }
    const around = aroundOf(frame);
    for (const offset of offsets.slice(frame.from, frame.to)) located.push({ offset, node: frame.node, around });
  }
  return located;
}

function framesInside(frame: Frame, children: readonly SgNode[], offsets: readonly number[]): Frame[] {
  const inside: Frame[] = [];
  let next = frame.from;
  for (const node of children) {
    if (next >= frame.to) break;
    const { start, end } = node.range();
    // What lies between two children is in no node: text that the parser skipped.
    while (next < frame.to && (offsets[next] ?? 0) < start.index) next++;
    const from = next;
    while (next < frame.to && (offsets[next] ?? 0) < end.index) next++;
    if (next > from) inside.push({ node, up: frame, from, to: next });
  }
  return inside;
}

function aroundOf(frame: Frame): SgNode[] {
  const around: SgNode[] = [];
  for (let up = frame.up; up !== null && around.length < AROUND; up = up.up) around.push(up.node);
  return around;
}
