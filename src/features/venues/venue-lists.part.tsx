import { REGIONS } from '#features/reports/kit/calendar/holidays.rules.ts'
import { TAX_NAMES } from '#shared/tax-name.ts'

/** The regions there are and the usual names of taxes, offered while one types. */
export const Lists = () => (
  <>
    <datalist id="venue-regions">
      {REGIONS.map((region) => (
        <option key={region} value={region} />
      ))}
    </datalist>
    <datalist id="venue-tax-names">
      {TAX_NAMES.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  </>
)
