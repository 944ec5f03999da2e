import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type Preset, type Range, rangeToUrl } from '#shared/range.ts'
import { ActMenu } from '#ui/blank.tsx'
import { useHouse } from '#ui/house.ts'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import type { Act } from '#ui/popover.tsx'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { stringifySearch } from '#ui/url-state.ts'
import { reportWords } from './report.messages.ts'
import { useExport } from './use-export.part.ts'

const Spreadsheet = lazy(() => import('./spreadsheet.part.tsx'))

interface ShareProps {
  title: string
  /** The range on screen: a ready-made one moves on with time, so its link is offered beside the one with the days written out. */
  range: Range & { preset?: Preset | undefined }
  exported: Exported
}

/** The report's call and its query, for the files of it. */
export interface Exported {
  path: string
  query: Record<string, string>
  /** The columns on screen, where there are others. */
  columns?: readonly string[] | undefined
}

/** Send the link with what the device sends things with, or copy it; take the rows along; print. */
export const Share = ({ title, range, exported: { path, query, columns } }: ShareProps) => {
  const say = useSay(reportWords)
  const sayRange = useSay(ui)
  const save = useExport()
  const navigate = useNavigate()
  const { MailReport } = useHouse()
  const [isMailing, setMailing] = useState(false)
  const [isForSheet, setForSheet] = useState(false)
  const presetName = range.preset && sayRange(range.preset)
  const copy = (address: string) =>
    navigator.clipboard.writeText(address).then(
      () => toast.success(say('linkCopied')),
      () => toast.warning(say('linkNotCopied')),
    )
  const send = (url: string) =>
    navigator.share({ title: document.title, url }).catch((error: unknown) => {
      // Whoever closes the device's sheet again wanted nothing sent.
      if (!(error instanceof DOMException && error.name === 'AbortError')) return copy(url)
    })
  /** A file of what is on screen and one of everything, where that is not the same. */
  const fileActs = (format: 'csv' | 'xlsx'): Act[] => {
    const all = { id: format, label: say(format), onAct: () => save(path, query, format) }
    if (!columns) return [all]
    const onScreen = { ...query, Columns: columns.join(',') }
    return [
      { id: `${format}-screen`, label: say(format), note: say('columnsOnScreen', { n: columns.length }), onAct: () => save(path, onScreen, format) },
      { ...all, note: say('columnsAll') },
    ]
  }
  return (
    <>
      <ActMenu
        ariaLabel={say('share')}
        label={
          <>
            {say('share')} <Icon name="caret" />
          </>
        }
        acts={[
          ...('share' in navigator ? [{ id: 'send', label: say('sendLink'), onAct: () => send(window.location.href) }] : []),
          ...(presetName
            ? [{ id: 'rolling', label: say('copyRolling'), note: say('copyRollingNote', { range: presetName }), onAct: () => copy(window.location.href) }]
            : []),
          { id: 'exact', label: say('copyExact'), onAct: () => copy(exactAddressOf(range)) },
          { id: 'mail', label: say('mail'), note: say('mailNote'), onAct: () => setMailing(true) },
          { id: 'schedules', label: say('schedules'), onAct: () => void navigate({ to: '/reports/schedules' as never }) },
          ...(['csv', 'xlsx'] as const).flatMap((format) => fileActs(format)),
          { id: 'spreadsheet', label: say('spreadsheet'), note: say('spreadsheetNote'), onAct: () => setForSheet(true) },
          { id: 'print', label: say('print'), onAct: () => window.print() },
        ]}
      />
      <Suspense>{isMailing && <MailReport title={title} report={{ path, query }} onClose={() => setMailing(false)} />}</Suspense>
      <Suspense>{isForSheet && <Spreadsheet title={title} range={range} exported={{ path, query, columns }} onClose={() => setForSheet(false)} />}</Suspense>
    </>
  )
}

const exactAddressOf = ({ from, to }: Range): string => {
  const written = { ...Object.fromEntries(new URLSearchParams(window.location.search)), range: rangeToUrl({ from, to }) }
  return `${window.location.origin}${window.location.pathname}${stringifySearch(written)}`
}
