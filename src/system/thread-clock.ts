/** Time a thread has computed: a busy machine or a suspended one must not make its work look endless. */
import { readlinkSync } from 'node:fs';
import { procStat } from './proc-stat.ts';

/** Milliseconds per tick of /proc: USER_HZ is 100 on every Linux. */
const TICK_MS = 10;

/** The system's id of the calling thread; null where there is no /proc. */
export function currentThreadId(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return null;
  }
}

/** Processor time of a thread of this process, in milliseconds; null when it is gone or cannot be asked. */
export function threadCpuMs(thread: number): number | null {
  const fields = procStat(`/proc/self/task/${thread}/stat`);
  // Fields 14 and 15 are user and system time.
  const ticks = Number(fields?.[11]) + Number(fields?.[12]);
  return Number.isFinite(ticks) ? ticks * TICK_MS : null;
}
