import { useEffect } from 'react'
import { call } from '#ui/api.ts'
import { CallError } from '#ui/call-error.ts'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { importWords } from './import.messages.ts'
import { FileView } from './import-file-view.part.tsx'
import { RunView } from './import-run-view.part.tsx'
import { ImportStart } from './import-start.part.tsx'
import { uploads } from './upload/upload.contract.ts'

/** Sales from files: hand one in, say what its columns are, see what would come of it, bring it in, correct the rest. */
const ImportPage = () => {
  const say = useSay(importWords)
  const [url, change] = useUrlState()
  const startOver = () => change({ run: undefined, file: undefined })
  const follow = (run: string) => change({ run, file: undefined })
  const take = (file: string) => change({ file })
  return (
    <Page title={say('title')} sheet>
      {url.run ? (
        <RunView runId={url.run} onOther={startOver} onBegun={follow} />
      ) : url.file ? (
        <UploadedFile key={url.file} fileId={url.file} onThere={take} onOther={startOver} onBegun={follow} />
      ) : (
        <ImportStart onThere={take} />
      )}
    </Page>
  )
}

interface UploadedFileProps {
  fileId: string
  onThere: (fileId: string) => void
  onOther: () => void
  onBegun: (runId: string) => void
}

/** A file that is there: read, or refused with the reason. One that cannot be read is of no use, and goes. */
const UploadedFile = ({ fileId, onThere, onOther, onBegun }: UploadedFileProps) => {
  const say = useSay(importWords)
  const config = useStoredUser()?.Config
  const { data: file, error } = useCall(uploads.file, { params: { fileId } }, { unchanging: true })
  const isUseless = error instanceof CallError && error.code === 'FileNotReadable'
  useEffect(() => {
    if (isUseless) call(uploads.drop, { params: { fileId } }).catch(() => undefined)
  }, [isUseless, fileId])
  if (error) return <ImportStart error={error} onThere={onThere} />
  if (!file || !config)
    return (
      <>
        <p role="status">{say('readingFile')}</p>
        <Waiting rows={6} />
      </>
    )
  return <FileView file={file} config={config} onOther={onOther} onBegun={onBegun} />
}

export default ImportPage
