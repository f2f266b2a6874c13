/** Time a thread has computed: a busy machine or a suspended one must not make its work look endless. */
import { readFileSync, readlinkSync } from 'node:fs';

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
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1');
    // The second field is a name in parentheses; proc(5): 14 and 15 are user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * TICK_MS : null;
  } catch {
    return null;
  }
}
