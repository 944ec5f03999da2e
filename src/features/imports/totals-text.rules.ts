import type { Language } from '#shared/messages.ts'
import { moneyText } from '#shared/money.ts'

/** What something comes to in each currency: "1,052.60 AUD + 12.00 NZD". */
export const totalsText = (totals: readonly { Currency: string; Total: number }[], language: Language): string =>
  totals.map(({ Currency, Total }) => `${moneyText(Total, Currency, language, 'plain')} ${Currency}`).join(' + ')
