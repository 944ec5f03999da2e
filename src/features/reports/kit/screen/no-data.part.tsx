import { plainDayText } from '#shared/cell-text.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useVenueConfig } from '#ui/venue-config.ts'
import { reportWords } from './report.messages.ts'
import tile from './tile.module.css'

/** Stands where a change would, where one compares with days before the first sale. */
export const NoDataBefore = ({ day }: { day: string }) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  return (
    <p className="delta told">
      <span className={tile.base}>{say('noDataBefore', { day: plainDayText(day, language) })}</span>
    </p>
  )
}

/** The locations asked for, as a comma list of their ids or all, with their first trading days. */
export const usePlacesAsked = (asked: string | undefined): readonly { FirstSaleDay: string | null }[] => {
  const ids = asked?.split(',').map(Number)
  return useVenueConfig()?.Locations.filter(({ LocationId }) => ids?.includes(LocationId) ?? true) ?? []
}
