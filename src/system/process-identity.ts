/** Telling a process from another one that later got the same id. */
import { procStat } from './proc-stat.ts';
import { systemCode } from './system-error.ts';

/**
 * When a process started, in clock ticks since boot (proc(5), field 22 of `stat`); null where there is no /proc or no
 * such process.
 */
export function processStart(pid: number): number | null {
  const fields = procStat(`/proc/${pid}/stat`);
  const start = Number(fields?.[19]);
  return Number.isFinite(start) ? start : null;
}

/** True while the process that had this id and start time runs. An unknown start time on either side counts as equal. */
export function isRunning(pid: number, start: number | null): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, and belongs to somebody else.
    if (systemCode(error) === 'ESRCH') return false;
  }
  const now = processStart(pid);
  return start === null || now === null || now === start;
}
