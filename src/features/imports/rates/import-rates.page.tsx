import { DropZone } from '#features/imports/drop-zone.part.tsx'
import { useHandOver } from '#features/imports/use-hand-over.part.tsx'
import { callWithFile } from '#ui/api.ts'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { type HandedRates, RateFileView } from './rate-file-view.part.tsx'
import { rateImports } from './rate-import.contract.ts'
import { rateImportWords } from './rate-import.messages.ts'

/** Pay rates from files: hand one in, say what its columns are, see what would change, import it. */
const ImportRatesPage = () => {
  const say = useSay(rateImportWords)
  const { file, reading, error, handOver, forget } = useHandOver<HandedRates>((Name, bytes) =>
    callWithFile(rateImports.uploadRateFile, { query: { Name } }, bytes),
  )
  return (
    <Page title={say('title')} sheet>
      {file ? (
        <RateFileView key={file.FileId} file={file} onOther={forget} />
      ) : (
        <>
          <DropZone reading={reading} onFile={handOver} title={say('drop')} hint={say('dropHint')} />
          <Refusal error={error} />
        </>
      )}
    </Page>
  )
}

export default ImportRatesPage
