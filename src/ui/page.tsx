import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSay } from './language.tsx'
import { ui } from './ui.messages.ts'
import { useMedia } from './use-media.ts'

const FilterSheet = lazy(() => import('./filter-sheet.tsx'))

interface PageProps {
  title: string
  /** Always in sight, on a phone too: the range. */
  lead?: ReactNode
  /** The other filters; on narrow screens they wait behind one button. */
  filters?: ReactNode
  /** How many filters are set, printed on that button. */
  filterCount?: number
  /** What can be done with the page: Share, Save view. In sight on narrow screens too, on a line of their own. */
  acts?: ReactNode
  /** What the page is there to make, one button: in sight on a phone too. */
  make?: ReactNode
  /** A docket hung from the header's bar. */
  docket?: ReactNode
  /** What the paper says under the title: venue, span, filters, when and by whom printed. */
  printLine?: ReactNode
  /** Filled in by hand rather than read: narrower lines. */
  sheet?: boolean
  children: ReactNode
}

/** A screen: header with the pass bar, what it shows, and the docket beside it. */
export const Page = ({ title, lead, filters, filterCount, acts, make, docket, printLine, sheet, children }: PageProps) => {
  const say = useSay(ui)
  const [filtering, setFiltering] = useState(false)
  // There they are under the header, which stays in sight while the page is scrolled and is to leave it room.
  const isNarrow = useMedia('(width < 1100px)') && filters !== undefined
  useEffect(() => {
    document.title = `${title} · Daybook`
  }, [title])
  return (
    <>
      <header className="head">
        <h1>{title}</h1>
        {filters && (
          <button type="button" className="btn narrow" onClick={() => setFiltering(true)}>
            {say('filters')} {filterCount ? <b>{filterCount}</b> : null}
          </button>
        )}
        {lead}
        {filters && <div className="opts">{filters}</div>}
        {acts && !isNarrow && <div className="acts">{acts}</div>}
        {make && <div className="acts make">{make}</div>}
      </header>
      {acts && isNarrow && <div className="under-head acts">{acts}</div>}
      {printLine && <p className="print-line">{printLine}</p>}
      <div className="pass">
        <div className={sheet ? 'page sheet' : 'page'}>{children}</div>
        {docket}
      </div>
      {filtering && (
        <Suspense>
          <FilterSheet title={say('filters')} filters={filters} onClose={() => setFiltering(false)} />
        </Suspense>
      )}
    </>
  )
}
