/** Limits of an uploaded photo. The browser makes photos smaller first. */
export const MOST_PIXELS = 5_000_000
export const MOST_PHOTO_BYTES = 3 * 1024 * 1024

/** How the program that reads photos ends where it cannot use one. */
export const TOO_MANY_PIXELS = 3
export const NOT_READABLE = 4
