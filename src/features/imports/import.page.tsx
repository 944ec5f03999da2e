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
import { useHandOver } from './use-hand-over.part.tsx'

/** Sales from files: hand one in, say what its columns are, see what would come of it, bring it in, correct the rest. */
const ImportPage = () => {
  const say = useSay(importWords)
  const config = useStoredUser()?.Config
  const [url, change] = useUrlState()
  const { file, reading, error, handOver, forget } = useHandOver<HandedFile>((Name, bytes) => callWithFile(imports.uploadFile, { query: { Name } }, bytes))
  const startOver = () => {
    forget()
    change({ run: undefined })
  }
  const follow = (run: string) => {
    forget()
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
