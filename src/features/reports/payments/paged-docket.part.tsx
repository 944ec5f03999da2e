import type { ReactNode } from 'react'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { usePrinting } from '#features/reports/receipts/receipts-docket.part.tsx'
import { Docket } from '#ui/docket.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { paymentListWords } from './payment-list.messages.ts'

/** A list that comes page by page, as useInfiniteQuery has it. */
interface Pages {
  isError: boolean
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
  refetch(): unknown
}

interface Props {
  title: string
  aside: string
  place: string
  list: Pages
  /** The call of the list and its query, for the file of it. */
  exported: { path: string; query: Record<string, string> }
  onClose: () => void
  /** What has come; nothing while the first page is waited for. */
  children: ReactNode
}

/** A docket whose rows come page by page, with its file and its print. */
export const PagedDocket = ({ title, aside, place, list, exported, onClose, children }: Props) => {
  const say = useSay(paymentListWords)
  const save = useExport()
  const { printed, print } = usePrinting()
  return (
    <Docket
      title={title}
      aside={aside}
      crumbs={<span aria-current="page">{place}</span>}
      printed={printed}
      onClose={onClose}
      acts={
        <>
          {list.hasNextPage && (
            <button type="button" className="btn primary" aria-busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
              {say('more')}
            </button>
          )}
          <button type="button" className="btn" onClick={() => save(exported.path, exported.query, 'csv')}>
            {say('csv')}
          </button>
          <button type="button" className="btn" onClick={print}>
            {say('print')}
          </button>
        </>
      }
    >
      {list.isError ? <Failed error={list.error} onRetry={() => list.refetch()} /> : (children ?? <Waiting rows={8} />)}
    </Docket>
  )
}
