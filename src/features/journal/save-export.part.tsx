import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { callForFile } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { useLanguage } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import type { Form } from './file-forms.rules.ts'
import { journal } from './journal.contract.ts'

/** What an export can be saved as. */
export type SavedAs = Form | 'csv' | 'xlsx'

/** Saves an export as a file; of several for Xero the one that is named. */
export const useSaveExport = () => {
  const { language } = useLanguage()
  const asReport = useExport()
  return async (exportId: string, as: SavedAs, file = 1): Promise<void> => {
    if (as === 'csv' || as === 'xlsx') return asReport(journal.export.path, { Export: exportId }, as)
    try {
      const query = { Form: as, File: String(file), Language: language }
      saveText(await callForFile(journal.file, { params: { id: exportId }, query: query as never }), nameOf(exportId, as, file))
    } catch (error) {
      toast.error(errorText(error, language))
    }
  }
}

const nameOf = (exportId: string, as: Form, file: number): string =>
  `journal-${as.toLowerCase()}-${exportId}${file > 1 ? `-${file}` : ''}.${as === 'Myob' ? 'txt' : 'csv'}`

/** Without the mark of UTF-8: accounting programs take it for part of the first heading. */
const saveText = (text: string, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
