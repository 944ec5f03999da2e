/** As large as a photo may be that is handed over; a browser makes it smaller first. */
export const MOST_MEGAPIXELS = 5
export const MOST_PHOTO_BYTES = 3 * 1024 * 1024

/** How the program that reads photos ends where it cannot use one. */
export const TOO_MANY_PIXELS = 3
export const NOT_READABLE = 4
