/** The largest file of the screen, plain or packed. */
export const LARGEST_SALES_FILE_BYTES = 200 * 1024 * 1024
/** A file is sent in parts of so many bytes; its last one has the rest. */
export const PART_BYTES = 2 * 1024 * 1024
export const MOST_PARTS = LARGEST_SALES_FILE_BYTES / PART_BYTES

/** How many parts a file of so many bytes has. */
export const partsOf = (size: number): number => Math.ceil(size / PART_BYTES)
