import { useEffect, useRef, useState } from 'react'
import { call } from '#ui/api.ts'
import { CallError } from '#ui/call-error.ts'
import { useAskAgain } from '#ui/use-call.ts'
import { LARGEST_SALES_FILE_BYTES } from './file-parts.rules.ts'
import { type Sending, sendFile } from './send-file.part.ts'
import { uploads } from './upload.contract.ts'

/** A file on its way, as the screen shows it. */
export interface Uploading extends Sending {
  name: string
}

/**
 * Sends a file in parts, shows how far it is, and can be called off: then what arrived is deleted. Whoever leaves the page in the middle goes
 * on later.
 * @param onThere hears the id of the file once all of it is there
 */
export const useUpload = (onThere: (fileId: string) => void) => {
  const [uploading, setUploading] = useState<Uploading>()
  const [error, setError] = useState<unknown>()
  const going = useRef<{ stop: AbortController; fileId?: string }>(undefined)
  const askUnfinished = useAskAgain(uploads.unfinished)
  useEffect(() => () => going.current?.stop.abort(), [])

  const send = async (file: File) => {
    if (file.size > LARGEST_SALES_FILE_BYTES) return setError(new CallError(413, '', { code: 'TooLarge', said: TOO_LARGE }))
    const mine: NonNullable<typeof going.current> = { stop: new AbortController() }
    going.current = mine
    setError(undefined)
    try {
      const fileId = await sendFile(file, {
        signal: mine.stop.signal,
        onProgress: (sending) => setUploading({ ...sending, name: file.name }),
        onBegun: (id) => {
          mine.fileId = id
        },
      })
      onThere(fileId)
    } catch (refused) {
      if (!mine.stop.signal.aborted) setError(refused)
    } finally {
      if (going.current === mine) {
        going.current = undefined
        setUploading(undefined)
      }
      await askUnfinished()
    }
  }
  const cancel = async () => {
    const { stop, fileId } = going.current ?? {}
    stop?.abort()
    setUploading(undefined)
    if (fileId) await call(uploads.drop, { params: { fileId } }).catch(() => undefined)
    await askUnfinished()
  }
  return { uploading, error, send, cancel }
}

/** As the server says it. */
const TOO_LARGE = 'This is too large. The limit is 200 MB.'
