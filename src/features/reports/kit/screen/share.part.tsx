import { ActMenu } from '#ui/blank.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { reportWords } from './report.messages.ts'

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
