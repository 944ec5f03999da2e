import { DropZone } from '#features/imports/drop-zone.part.tsx'
import { useHandOver } from '#features/imports/use-hand-over.part.tsx'
import { callWithFile } from '#ui/api.ts'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { type HandedProducts, ProductFileView } from './product-file-view.part.tsx'
import { productFiles } from './product-files.contract.ts'
import { productImportWords } from './product-import.messages.ts'

/** Products from files: hand one in, say what its columns are, see what would change and what is wrong, import it. */
const ImportProductsPage = () => {
  const say = useSay(productImportWords)
  const { file, reading, error, handOver, forget } = useHandOver<HandedProducts>((Name, bytes) =>
    callWithFile(productFiles.uploadProductFile, { query: { Name } }, bytes),
  )
  return (
    <Page title={say('title')} sheet>
      {file ? (
        <ProductFileView key={file.FileId} file={file} onOther={forget} />
      ) : (
        <>
          <DropZone reading={reading} onFile={handOver} title={say('drop')} hint={say('dropHint')} />
          <Refusal error={error} />
        </>
      )}
    </Page>
  )
}

export default ImportProductsPage
