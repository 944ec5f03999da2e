import { hash } from 'node:crypto'

/** The number of the advisory lock with a name, as PostgreSQL takes it. */
export const lockNumber = (name: string): string => hash('sha1', name, 'buffer').readBigInt64BE(0).toString()
