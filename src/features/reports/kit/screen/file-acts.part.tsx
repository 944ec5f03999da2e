import { useSay } from '#ui/language.tsx'
import { reportWords } from './report.messages.ts'
import { useExport } from './use-export.part.ts'

/** A part's rows as a file, where a screen shows several reports. */
export const FileActs = ({ path, query }: { path: string; query: Record<string, string> }) => {
  const say = useSay(reportWords)
  const save = useExport()
  return (
    <p className="acts">
      {(['csv', 'xlsx'] as const).map((format) => (
        <button type="button" className="btn" key={format} onClick={() => save(path, query, format)}>
          {say(format)}
        </button>
      ))}
    </p>
  )
}
