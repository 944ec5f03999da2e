/**
 * Room for long answers, used again and again: memory fresh from the system is cleared page by page as it is touched, and clearing three
 * megabytes takes half as long as writing them. Whoever gives room back must be the last to read it.
 */
const rooms: ArrayBufferLike[] = []

/** Shorter answers fit into memory that is at hand anyway. */
const LONG = 64 * 1024
/** As many as are being written and sent at a busy moment; what is beyond is left to the collector. */
const MOST = 16
const MOST_BYTES = 2 * 1024 * 1024

/** Room for so many bytes, which hold anything: the tightest that is free, or fresh. */
export const takeRoom = (length: number): Uint8Array => {
  if (length < LONG) return new Uint8Array(length)
  const at = rooms.findIndex(({ byteLength }) => byteLength >= length)
  const [room] = at < 0 ? [] : rooms.splice(at, 1)
  return new Uint8Array(room ?? new ArrayBuffer(length))
}

/** Takes back the room these bytes lie in. */
export const giveRoom = ({ buffer }: Uint8Array): void => {
  if (buffer.byteLength < LONG || buffer.byteLength > MOST_BYTES) return
  rooms.push(buffer)
  rooms.sort((a, b) => a.byteLength - b.byteLength)
  // The widest serve most.
  if (rooms.length > MOST) rooms.shift()
}
