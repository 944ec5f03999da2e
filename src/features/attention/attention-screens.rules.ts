import { LINK_SCREENS, linkTarget } from '#features/venues/connections.rules.ts'
import type { AnyProvider } from '#integrations/connections.contract.ts'
import type { Item } from './attention.contract.ts'

/** A screen with its filters. */
interface Screen {
  to: string
  search?: Record<string, string>
}

/** Where something is put right. @param tags of the reader */
export const screenOf = (item: Item, tags: readonly string[]): Screen => {
  const loc = String(item.LocationId ?? '')
  switch (item.Kind) {
    case 'SheetDifference':
      return { to: `/reports/control-sheets/${item.SheetId}` }
    case 'SheetsOpen':
      return { to: '/reports/control-sheets', search: { range: rangeOf(item.FirstDay, item.LastDay), loc } }
    case 'Silent':
    case 'TillSilent':
      // People who may change settings see there when each till last sent data.
      return tags.includes('can_editsettings')
        ? { to: '/venue/connections', search: { location: loc } }
        : { to: '/reports/sales', search: { range: 'today', loc } }
    case 'CardUse':
      return { to: '/loyalty/fraud-check', search: { range: item.Day, loc, card: item.CardNumber } }
    case 'Link': {
      const provider = item.Provider as AnyProvider
      return { to: item.Trouble === 'Ended' ? linkTarget(provider, item.LocationId) : LINK_SCREENS[provider] }
    }
    case 'Orders':
    case 'Unmatched':
      return { to: LINK_SCREENS[item.Provider] }
    case 'StockOut':
      return { to: '/reports/plu-reorders', search: { loc } }
    case 'Restated':
      return { to: '/reports/daily-sales', search: { range: item.Day, loc } }
    case 'Loss':
      return item.Figure === 'Discounts'
        ? { to: '/reports/sales', search: { range: item.Day, loc, fig: 'Discounts' } }
        : { to: '/reports/breakdown', search: { dim: 'wastage', range: item.Day, loc } }
    case 'ShiftOpen':
      return { to: '/reports/time-attendance', search: { range: item.Day, loc } }
  }
}

const rangeOf = (from: string, to: string): string => (from === to ? from : `${from}..${to}`)
