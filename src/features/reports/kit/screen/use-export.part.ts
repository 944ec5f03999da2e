import { exports } from '#features/delivery/exports.contract.ts'
import { call } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { useLanguage } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'

/** Has a report written as a file and saves it: the query is posted, the link it answers works once. */
export const useExport = () => {
  const { language } = useLanguage()
  return async (path: string, query: Record<string, string>, format: 'csv' | 'xlsx') => {
    try {
      const { Url } = await call(exports.prepare, { body: { Path: path, Query: { ...query, Language: language }, Format: format } })
      const link = document.createElement('a')
      link.href = Url
      link.download = ''
      document.body.append(link)
      link.click()
      link.remove()
    } catch (error) {
      toast.error(errorText(error, language))
    }
  }
}
