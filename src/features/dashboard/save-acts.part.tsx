import { exports } from '#features/delivery/exports.contract.ts'
import { call } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { dashboardWords } from './dashboard.messages.ts'

/** A part's rows as a file: the query is posted, and the link it answers works once. */
export const SaveActs = ({ path, query }: { path: string; query: Record<string, string> }) => {
  const say = useSay(dashboardWords)
  const { language } = useLanguage()
  const save = async (Format: 'csv' | 'xlsx') => {
    try {
      const { Url } = await call(exports.prepare, { body: { Path: path, Query: { ...query, Language: language }, Format } })
      window.location.assign(Url)
    } catch (error) {
      toast.error(errorText(error, language))
    }
  }
  return (
    <p className="acts">
      {(['csv', 'xlsx'] as const).map((format) => (
        <button type="button" className="btn" key={format} onClick={() => save(format)}>
          {say(format)}
        </button>
      ))}
    </p>
  )
}
