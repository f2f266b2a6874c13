// `npm test`: every check in order, stopping at the first that fails. The last line counts the tests.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isNewEnough, MINIMUM_NODE } from '../bin/node-binary.mjs';
import { ROOT, runTool } from './tool.mjs';

const RESULTS = join(ROOT, '.cache', 'vitest.json');
/** Read by .ci/run, which prints it again as its own last line. */
const SUMMARY = join(ROOT, '.cache', 'test-summary');

const STEPS = [
  { name: 'system packages', tool: 'node', args: ['scripts/system-packages.mjs'] },
  { name: 'types', tool: 'tsc', args: ['-b'] },
  { name: 'lint', tool: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', tool: 'biome', args: ['format', '.'] },
  { name: 'dead code', tool: 'knip', args: [] },
  { name: 'build', tool: 'node', args: ['scripts/build.mjs'] },
  {
    name: 'tests',
    tool: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`],
  },
];

/** What vitest itself counted; null when it did not get that far. */
function testCounts() {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(RESULTS, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return null;
  }
}

function runSteps() {
  for (const { name, tool, args } of STEPS) {
    const started = Date.now();
    console.log(
      `\n== ${name}: ${tool} ${args.filter((arg) => !arg.includes('eporter') && !arg.includes('output')).join(' ')}`,
    );
    const code = runTool(tool, args);
    if (code !== 0) return { failedStep: name, code };
    console.log(`== ${name}: ok, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
  return null;
}

function main() {
  if (!isNewEnough()) {
    console.error(`npm test needs Node ${MINIMUM_NODE}; this is ${process.version}. Run \`npm ci\` first.`);
    return 1;
  }
  mkdirSync(dirname(SUMMARY), { recursive: true });
  for (const file of [RESULTS, SUMMARY]) rmSync(file, { force: true });
  const failure = runSteps();
  const counts = testCounts() ?? { passed: 0, failed: 0 };
  // A step that failed without a failed test (lint, a file that does not load) counts as one, so that the line never
  // reads as success.
  const failed = failure ? Math.max(1, counts.failed) : counts.failed;
  if (failure) console.error(`\nnpm test stopped: ${failure.failedStep} failed (exit code ${failure.code}).`);
  const summary = `${counts.passed} passed, ${failed} failed`;
  writeFileSync(SUMMARY, `${summary}\n`);
  console.log(`\n${summary}`);
  return failed > 0 ? 1 : 0;
}

process.exitCode = main();
