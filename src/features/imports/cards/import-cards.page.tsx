import { useHandOver } from '#features/imports/use-hand-over.part.tsx'
import { callWithFile } from '#ui/api.ts'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { CardFileView, type HandedCards } from './card-file-view.part.tsx'
import { cardImports } from './card-import.contract.ts'
import { cardImportWords } from './card-import.messages.ts'
import { CardRunView } from './card-run-view.part.tsx'
import { CardImportStart } from './card-start.part.tsx'

/** Cards from files: hand one in, say what its columns are, see what would happen, import it, correct the rest. */
const ImportCardsPage = () => {
  const say = useSay(cardImportWords)
  const [url, change] = useUrlState()
  const { file, reading, error, handOver, forget } = useHandOver<HandedCards>((Name, bytes) => callWithFile(cardImports.uploadFile, { query: { Name } }, bytes))
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
        <CardRunView runId={url.run} onOther={startOver} onBegun={follow} />
      ) : file ? (
        <CardFileView key={file.FileId} file={file} onOther={startOver} onBegun={follow} />
      ) : (
        <CardImportStart reading={reading} error={error} onFile={handOver} />
      )}
    </Page>
  )
}

export default ImportCardsPage
