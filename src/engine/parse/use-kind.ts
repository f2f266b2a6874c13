/**
 * What one identifier does, by the nodes around it. One list of node kinds for all languages: the grammars name the
 * same things alike, and a kind that another language lacks does no harm.
 */
import type { SgNode } from '@ast-grep/napi';
import type { RefKind } from '../../shared/contract.ts';

export interface Use {
  node: SgNode;
  /** Nodes around it, nearest first. */
  around: readonly SgNode[];
  text: string;
  start: number;
  end: number;
}

const IMPORTS =
  /^(?:import_|use_declaration$|using_d|namespace_use_|extern_crate|future_import|preproc_include|export_clause$|export_specifier$|(?:require|include)(?:_once)?_expression$)/;
const TYPE_KINDS =
  /^(?:type_|generic_|.*_type$|user_type|extends|implements|superclass|super_interfaces|base_c|base_list|inherit|delegation_|class_heritage|type$|trait_bounds|constraint|bounded_|throws|named_type)/;
/** The name (or pattern) in one of these is declared there; their values are uses. */
const DECLARATIONS =
  /^(?:arrow_function|variable_declarator|required_parameter|optional_parameter|formal_parameters?|parameters?|parameter_declaration|simple_parameter|default_parameter|typed_parameter|typed_default_parameter|lambda_parameters|let_declaration|short_var_declaration|var_spec|const_spec|init_declarator|catch_formal_parameter|catch_clause|for_in_statement|closure_parameters|block_parameters|method_parameters|class_parameter|variable_declaration|function_definition|class_definition|pattern|declaration|field_declaration|enhanced_for_statement|property_declaration)$/;
const ASSIGNMENTS =
  /^(?:assignment|assignment_expression|augmented_assignment|augmented_assignment_expression|compound_assignment_expr|operator_assignment|assignment_statement|directly_assignable_expression|variable_assignment|update_expression|postfix_expression|prefix_expression|postfix_unary_expression|prefix_unary_expression|inc_statement|dec_statement)$/;
/** `name = value` that sets nothing: a keyword argument, a key, an attribute. */
const LABELS =
  /^(?:keyword_argument|pair|named_argument|value_argument|argument|jsx_attribute|element_value_pair|attribute_argument|keyword|field_initializer|keyed_element|type_parameter|type_alias_declaration)$/;
/** What ends the look upwards: beyond it the node is one of many. */
const BOUNDARY = /(?:block|body|statements|program|source_file|module|compilation_unit|translation_unit|chunk)$/;
const CALL_WORDS = /(?:\bnew|\bdefer|\bgo|@|<)\s*$/;
const DEFINING = /\b(?:def|defp|fn|func|function|fun|class|struct|interface|enum|trait|let|const|var|val)\s+$/;

/** How many nodes upwards are asked. */
const REACH = 6;

export function useOf(use: Use): RefKind | 'def' | 'other' {
  const around = upToStatement(use.around);
  const kinds = around.map((node) => String(node.kind()));
  if (kinds.some((kind) => IMPORTS.test(kind))) return 'import';
  const own = String(use.node.kind());
  if (isLabel(use, kinds)) return 'other';
  if (isCall(use, own, kinds)) return 'call';
  if (isType(use, own, around)) return 'type';
  return isWritten(use, kinds) ? 'write' : isDeclared(use, around) ? 'def' : 'other';
}

/** Nodes inside the statement: import lists are the deepest thing worth telling, at most six nodes. */
function upToStatement(around: readonly SgNode[]): SgNode[] {
  const end = around.findIndex((node) => BOUNDARY.test(String(node.kind())));
  return around.slice(0, Math.min(REACH, end < 0 ? around.length : end));
}

function after(use: Use): string {
  return use.text.slice(use.end, use.end + 200).trimStart();
}

function isLabel(use: Use, kinds: readonly string[]): boolean {
  return LABELS.test(kinds[0] ?? '') && /^[=:](?![=:])/.test(after(use));
}

function isCall(use: Use, own: string, kinds: readonly string[]): boolean {
  const before = use.text.slice(Math.max(0, use.start - 40), use.start);
  if (DEFINING.test(before)) return false;
  if (kinds[0]?.startsWith('jsx_') === true && kinds[0] !== 'jsx_attribute' && kinds[0] !== 'jsx_expression')
    return true;
  if (CALL_WORDS.test(before.replace(/[\w.:]+\.$/, '')) && own !== 'property_identifier' && !before.endsWith('<'))
    return true;
  if (kinds[0] === 'command_name' || (own === 'command_name' && kinds[0] === 'command')) return true;
  const rest = after(use);
  // Type arguments and turbofish stand between a name and its parentheses.
  if (/^(?:::)?<[\w\s,.:<>[\]|&?'"]{0,120}>\s*\(/.test(rest)) return true;
  if (/^!\s*[([{]/.test(rest) && /^macro_invocation$/.test(kinds[0] ?? '')) return true;
  if (/^(?:\?\.|!)?\s*\(/.test(rest)) return !/^(?:parameter|formal_parameters?|.*_declarator)$/.test(kinds[0] ?? '');
  if (rest.startsWith('`') && kinds[0] === 'call_expression') return true;
  return isCommandCall(use, kinds);
}

/** `puts x` (Ruby), `import x` (Elixir), `f { }` (Kotlin): calls without parentheses. */
function isCommandCall(use: Use, kinds: readonly string[]): boolean {
  const parent = use.around[0];
  if (parent === undefined) return false;
  if (kinds[0] === 'call_expression' || kinds[0] === 'call' || kinds[0] === 'function_call') {
    for (const field of ['method', 'target', 'name', 'function']) {
      if (parent.field(field)?.id() === use.node.id()) return true;
    }
    return kinds[0] === 'call_expression' && parent.child(0)?.id() === use.node.id();
  }
  return false;
}

function isType(use: Use, own: string, around: readonly SgNode[]): boolean {
  for (const [index, node] of around.entries()) {
    const kind = String(node.kind());
    if (/(?:arguments|argument_list|expression|parameters|statement)$/.test(kind) && !TYPE_KINDS.test(kind)) {
      // Python's superclasses are an argument list of the class.
      return own === 'type_identifier' || around[index + 1]?.kind() === 'class_definition';
    }
    if (TYPE_KINDS.test(kind) && !isNameOf(node, use)) return true;
  }
  return own === 'type_identifier';
}

function isNameOf(node: SgNode, use: Use): boolean {
  return (
    node.field('name')?.range().start.index === use.start &&
    /_(?:declaration|definition|alias|item|spec)$/.test(String(node.kind()))
  );
}

/** An assignment that changes something which exists; `const x = 1` declares. */
function isWritten(use: Use, kinds: readonly string[]): boolean {
  if (
    kinds.some((kind) => /^(?:variable_declarator|init_declarator|short_var_declaration|let_declaration)$/.test(kind))
  ) {
    if (!kinds.slice(0, 3).some((kind) => ASSIGNMENTS.test(kind))) return false;
  }
  const rest = after(use);
  if (
    /^(?:\+\+|--)/.test(rest) ||
    /(?:\+\+|--)\s*(?:[\w.]+\.)?$/.test(use.text.slice(Math.max(0, use.start - 40), use.start))
  )
    return true;
  const assigns = /^(?:[-+*/%&|^@~]|\*\*|\/\/|<<|>>>?|&&|\|\||\?\?)?=(?![=>~])/.test(rest);
  if (assigns) return !kinds.slice(0, 2).some((kind) => DECLARATIONS.test(kind) && !ASSIGNMENTS.test(kind));
  return /^(?:,|\])/.test(rest) && isListTarget(use);
}

/** `a, b = b, a` and `[a, b] = pair`: each target is written. */
function isListTarget(use: Use): boolean {
  for (const node of use.around.slice(0, 3)) {
    if (!ASSIGNMENTS.test(String(node.kind()))) continue;
    const left = node.field('left')?.range();
    return left !== undefined && use.start >= left.start.index && use.end <= left.end.index;
  }
  return false;
}

/** The name side of a declaration: before its `=`, not a type and not a value. */
function isDeclared(use: Use, around: readonly SgNode[]): boolean {
  const index = around.findIndex((node) => DECLARATIONS.test(String(node.kind())));
  const node = around[index];
  if (node === undefined || index > 2) return false;
  const between = around.slice(0, index).map((inner) => String(inner.kind()));
  if (
    between.some(
      (kind) =>
        /(?:expression|call|arguments?|argument_list|type_annotation|binary)/.test(kind) &&
        !/expression_list/.test(kind),
    )
  )
    return false;
  for (const field of ['value', 'right', 'default_value', 'body', 'return_type', 'type', 'superclasses']) {
    const value = node.field(field)?.range();
    if (value !== undefined && use.start >= value.start.index && use.end <= value.end.index) return false;
  }
  return true;
}
