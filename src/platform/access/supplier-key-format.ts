import { hasChecksum, randomWithChecksum } from './key-checksum.ts'

/** A key for a supplier's user. */
export const newSupplierKey = (): string => `pat_live_${randomWithChecksum()}`

/** Whether a text could be a supplier's key at all. */
export const isSupplierKey = (text: string): boolean => /^pat_(?:live|test)_/.test(text) && hasChecksum(text.slice('pat_live_'.length))
