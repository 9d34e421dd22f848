import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';

export type Settings = Readonly<Record<string, string>>;

const GIGABYTE = 2 ** 30;

/** Server settings for one machine with up to 50,000 people; `durable: false` trades safety for speed in tests. */
export async function serverSettings(durable: boolean, overrides: Settings): Promise<Settings> {
  const small = totalmem() < 2 * GIGABYTE;
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: small ? '128MB' : '256MB',
    effective_cache_size: `${Math.max(256, Math.floor(totalmem() / 2 ** 20 / 2))}MB`,
    work_mem: small ? '8MB' : '16MB',
    maintenance_work_mem: small ? '64MB' : '128MB',
    // After a crash all changes since the last checkpoint are replayed, and no connection is accepted meanwhile.
    max_wal_size: '1GB',
    checkpoint_timeout: '2min',
    wal_compression: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.02',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Texts and details of failed statements contain personal data; the application logs its own errors.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(await dynamicSharedMemory()),
    ...(durable ? {} : FAST_AND_UNSAFE),
    ...overrides,
  };
}

// Commits still reach the operating system, so killing the server loses nothing; only a power cut does.
const FAST_AND_UNSAFE: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  checkpoint_timeout: '1h',
};

/** A container has 64 MB of /dev/shm, and a parallel query that needs more fails with «no space left». */
async function dynamicSharedMemory(): Promise<Settings> {
  if (process.platform !== 'linux') return {};
  const size = await statfs('/dev/shm').then(
    (shm) => shm.blocks * shm.bsize,
    () => 0,
  );
  return size < GIGABYTE / 4 ? { dynamic_shared_memory_type: 'sysv' } : {};
}
