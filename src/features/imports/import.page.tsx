import { useState } from 'react'
import { callWithFile } from '#ui/api.ts'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { imports } from './import.contract.ts'
import { importWords } from './import.messages.ts'
import { FileView, type HandedFile } from './import-file-view.part.tsx'
import { RunView } from './import-run-view.part.tsx'
import { ImportStart } from './import-start.part.tsx'

const WORTH_PACKING_BYTES = 256 * 1024

/** Sales from files: hand one in, say what its columns are, see what would come of it, bring it in, correct the rest. */
const ImportPage = () => {
  const say = useSay(importWords)
  const config = useStoredUser()?.Config
  const [url, change] = useUrlState()
  const [file, setFile] = useState<HandedFile>()
  const [reading, setReading] = useState<string>()
  const [error, setError] = useState<unknown>()
  const handOver = async (chosen: File) => {
    setReading(chosen.name)
    setError(undefined)
    try {
      setFile(await callWithFile(imports.uploadFile, { query: { Name: chosen.name.slice(-200) } }, await packed(chosen)))
    } catch (refused) {
      setError(refused)
    } finally {
      setReading(undefined)
    }
  }
  const startOver = () => {
    setFile(undefined)
    change({ run: undefined })
  }
  const follow = (run: string) => {
    setFile(undefined)
    change({ run })
  }
  return (
    <Page title={say('title')} sheet>
      {url.run ? (
        <RunView runId={url.run} onOther={startOver} onBegun={follow} />
      ) : file && config ? (
        <FileView key={file.FileId} file={file} config={config} onOther={startOver} onBegun={follow} />
      ) : (
        <ImportStart reading={reading} error={error} onFile={handOver} />
      )}
    </Page>
  )
}

export default ImportPage

/** A long CSV packed for the way: a tenth as long. What is packed already stays as it is. */
const packed = async (file: File): Promise<Blob> => {
  if (file.size < WORTH_PACKING_BYTES || /\.(gz|xlsx)$/i.test(file.name) || typeof CompressionStream === 'undefined') return file
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob()
}
