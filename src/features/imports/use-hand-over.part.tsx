import { useState } from 'react'

const LONGEST_NAME = 200
const WORTH_PACKING_BYTES = 256 * 1024

/**
 * A file on its way to the server, and how it was read there.
 * @param send hands over its bytes under its name
 */
export const useHandOver = <T,>(send: (name: string, bytes: Blob) => Promise<T>) => {
  const [file, setFile] = useState<T>()
  const [reading, setReading] = useState<string>()
  const [error, setError] = useState<unknown>()
  const handOver = async (chosen: File) => {
    setReading(chosen.name)
    setError(undefined)
    try {
      setFile(await send(chosen.name.slice(-LONGEST_NAME), await packed(chosen)))
    } catch (refused) {
      setError(refused)
    } finally {
      setReading(undefined)
    }
  }
  return { file, reading, error, handOver, forget: () => setFile(undefined) }
}

/** A long CSV packed for the way: a tenth as long. What is packed already stays as it is. */
const packed = async (file: File): Promise<Blob> => {
  if (file.size < WORTH_PACKING_BYTES || /\.(gz|xlsx)$/i.test(file.name) || typeof CompressionStream === 'undefined') return file
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob()
}
