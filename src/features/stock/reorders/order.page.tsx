import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { OrderPaper } from './order-paper.part.tsx'
import { orderCalls } from './orders.contract.ts'
import { orderWords } from './orders.messages.ts'
import { reorderScreenWords } from './reorder-screen.messages.ts'

/** One order as its supplier gets it, to look at and to print. */
const OrderPage = () => {
  const say = useSay(reorderScreenWords)
  const sayMenu = useSay(reportsMenu)
  const word = useSay(orderWords)
  const { order: OrderId = '' } = useParams({ strict: false }) as { order?: string }
  const [url, change] = useUrlState()
  const { data, error, refetch } = useCall(orderCalls.order, { query: { OrderId } } as never)
  const isAsked = url.print === 'now' && data !== undefined
  useEffect(() => {
    if (!isAsked) return
    change({ print: undefined }, 'replace')
    window.print()
  }, [isAsked, change])
  return (
    <Page
      title={data ? word('orderNumber', { number: data.Order.Number }) : say('order')}
      acts={
        <>
          <Go to="/reports/plu-reorders" className="btn">
            {sayMenu('pluReorders')}
          </Go>
          {data && (
            <button type="button" className="btn" onClick={() => window.print()}>
              {say('print')}
            </button>
          )}
        </>
      }
    >
      {error ? <Failed error={error} onRetry={() => refetch()} /> : data ? <OrderPaper answer={data} /> : <Waiting rows={10} />}
    </Page>
  )
}

export default OrderPage
