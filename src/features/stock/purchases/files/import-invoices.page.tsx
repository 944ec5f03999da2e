import { DropZone } from '#features/imports/drop-zone.part.tsx'
import { useHandOver } from '#features/imports/use-hand-over.part.tsx'
import { callWithFile } from '#ui/api.ts'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { type HandedInvoices, InvoiceFileView } from './invoice-file-view.part.tsx'
import { invoiceFiles } from './invoice-files.contract.ts'
import { invoiceImportWords } from './invoice-import.messages.ts'

/** Supplier invoices from files: hand one in, say what its columns are, see what is new and what is wrong, import it. */
const ImportInvoicesPage = () => {
  const say = useSay(invoiceImportWords)
  const { file, reading, error, handOver, forget } = useHandOver<HandedInvoices>((Name, bytes) =>
    callWithFile(invoiceFiles.uploadInvoiceFile, { query: { Name } }, bytes),
  )
  return (
    <Page title={say('title')} sheet>
      {file ? (
        <InvoiceFileView key={file.FileId} file={file} onOther={forget} />
      ) : (
        <>
          <DropZone reading={reading} onFile={handOver} title={say('drop')} hint={say('dropHint')} />
          <Refusal error={error} />
        </>
      )}
    </Page>
  )
}

export default ImportInvoicesPage
