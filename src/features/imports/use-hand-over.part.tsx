import { useState } from 'react'
import { packed } from './upload/pack-file.part.ts'

const LONGEST_NAME = 200

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
