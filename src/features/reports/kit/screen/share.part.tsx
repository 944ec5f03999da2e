import { exports } from '#features/delivery/exports.contract.ts'
import { call } from '#ui/api.ts'
import { ActMenu } from '#ui/blank.tsx'
import { errorText } from '#ui/call-error.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { reportWords } from './report.messages.ts'

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

interface ShareProps {
  /** The ready-made range's name, where the link moves on with time. */
  presetName: string | undefined
  /** The address with the days written out. */
  exactAddress: string
  onExport: (format: 'csv' | 'xlsx') => void
}

/** Copy the link, take the rows along, print. */
export const Share = ({ presetName, exactAddress, onExport }: ShareProps) => {
  const say = useSay(reportWords)
  const copy = (address: string) =>
    navigator.clipboard.writeText(address).then(
      () => toast.success(say('linkCopied')),
      () => toast.warning(say('linkNotCopied')),
    )
  return (
    <ActMenu
      ariaLabel={say('share')}
      label={
        <>
          {say('share')} <Icon name="caret" />
        </>
      }
      acts={[
        ...(presetName
          ? [{ id: 'rolling', label: say('copyRolling'), note: say('copyRollingNote', { range: presetName }), onAct: () => copy(window.location.href) }]
          : []),
        { id: 'exact', label: say('copyExact'), onAct: () => copy(exactAddress) },
        { id: 'csv', label: say('csv'), onAct: () => onExport('csv') },
        { id: 'xlsx', label: say('xlsx'), onAct: () => onExport('xlsx') },
        { id: 'print', label: say('print'), onAct: () => window.print() },
      ]}
    />
  )
}
