/** Whether a folder's file system can carry a write-ahead log. */
import { statfsSync } from 'node:fs';

/**
 * Linux `statfs` magic numbers (linux/magic.h) of file systems that span machines, or that keep no shared memory
 * between processes: a WAL there ends malformed once two processes use it.
 */
const NETWORK_TYPES = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x01021997, // 9P
  0x5346414f, // AFS
  0x73757245, // Coda
  0x00c36400, // Ceph
  0x0bd00bd0, // Lustre
  0x47504653, // GPFS
]);

/** `wal` on local disks, `truncate` (a rollback journal: slower, readers wait for a commit) on network file systems. */
export function journalModeFor(fileSystemType: number): 'wal' | 'truncate' {
  // statfs gives a signed 32-bit number on some platforms.
  return NETWORK_TYPES.has(fileSystemType >>> 0) ? 'truncate' : 'wal';
}

/** The journal mode for a database in this folder; `wal` where the system cannot say. */
export function journalMode(dir: string): 'wal' | 'truncate' {
  try {
    return process.platform === 'linux' ? journalModeFor(statfsSync(dir).type) : 'wal';
  } catch {
    return 'wal';
  }
}
