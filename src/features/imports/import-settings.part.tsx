import { Choose, Tick } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { foundWords } from './guess/import-found.messages.ts'
import { importWords } from './import.messages.ts'
import { DATE_CHOICES, exampleOf, orderOf, TIME_CHOICES, withDefault, withSettings } from './import-draft.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import part from './import-part.module.css'

interface SettingsProps {
  mapping: ImportMapping
  config: VenueConfig
  onChange: (mapping: ImportMapping) => void
}

/** How the file writes things: dates, numbers, taxes, places. */
export const ImportSettings = (props: SettingsProps) => {
  const say = useSay(importWords)
  const sayFound = useSay(foundWords)
  const { mapping, onChange } = props
  const { Columns } = mapping
  return (
    <div className={part.settings}>
      <Places {...props} />
      <Dates {...props} />
      {(Columns.SaleId !== undefined || mapping.Rows === 'SameSaleId') && (
        <Choose
          small
          label={say('rowsAre')}
          value={mapping.Rows ?? 'OneSaleEach'}
          options={[
            ['OneSaleEach', say('rowIsSale')],
            ['SameSaleId', say('rowIsLine')],
          ]}
          onChange={(Rows) => onChange(withSettings(mapping, { Rows: Rows as 'OneSaleEach' }))}
        />
      )}
      <Choose
        small
        label={say('decimals')}
        value={mapping.DecimalMark ?? '.'}
        options={[
          ['.', '1,234.50'],
          [',', '1.234,50'],
        ]}
        onChange={(DecimalMark) => onChange(withSettings(mapping, { DecimalMark: DecimalMark as '.' }))}
      />
      <Choose
        small
        label={say('tax')}
        value={mapping.TaxIncluded === false ? 'no' : 'yes'}
        options={[
          ['yes', say('taxIncluded')],
          ['no', say('taxOnTop')],
        ]}
        onChange={(included) => onChange(withSettings(mapping, { TaxIncluded: included === 'yes' }))}
      />
      {Columns.Discount !== undefined && (
        <Choose
          small
          label={sayFound('discountIs')}
          value={mapping.DiscountIs ?? 'Money'}
          options={[
            ['Money', sayFound('Money')],
            ['Percent', sayFound('PercentOf')],
            ['Fraction', sayFound('Fraction')],
          ]}
          onChange={(is) => onChange(withSettings(mapping, { DiscountIs: is === 'Money' ? undefined : (is as 'Percent') }))}
        />
      )}
      <Tick checked={mapping.RoundAmounts === true} onChange={(round) => onChange(withSettings(mapping, { RoundAmounts: round || undefined }))}>
        {say('round')}
      </Tick>
    </div>
  )
}

const Dates = ({ mapping, onChange }: SettingsProps) => {
  const say = useSay(importWords)
  const { Columns } = mapping
  const both = Columns.DateTime !== undefined
  const [date = 'YYYY-MM-DD', ...clock] = both ? (mapping.DateTimeFormat ?? 'YYYY-MM-DD HH:mm:ss').split(' ') : [mapping.DateFormat ?? 'YYYY-MM-DD']
  const time = both ? clock.join(' ') || 'HH:mm:ss' : (mapping.TimeFormat ?? 'HH:mm:ss')
  const change = (day: string, hour: string) =>
    onChange(withSettings(mapping, both ? { DateTimeFormat: `${day} ${hour}` } : { DateFormat: day, ...(Columns.Time ? { TimeFormat: hour } : {}) }))
  const dayText = (format: string) => {
    const order = orderOf(format)
    return order ? say(order, { example: exampleOf(format) }) : exampleOf(format)
  }
  const choices = (known: readonly string[], chosen: string) => (known.includes(chosen) ? known : [...known, chosen])
  return (
    <>
      <Choose
        small
        label={say('dates')}
        value={date}
        options={choices(DATE_CHOICES, date).map((format) => [format, dayText(format)] as const)}
        onChange={(format) => change(format, time)}
      />
      {(both || Columns.Time !== undefined) && (
        <Choose
          small
          label={say('times')}
          value={time}
          options={choices(TIME_CHOICES, time).map((format) => [format, exampleOf(format)] as const)}
          onChange={(format) => change(date, format)}
        />
      )}
    </>
  )
}

/** Where the sales were made, if no column says it. */
const Places = ({ mapping, config, onChange }: SettingsProps) => {
  const say = useSay(importWords)
  const { Columns, Defaults = {} } = mapping
  const isTold = Columns.Location !== undefined || Columns.LocationCode !== undefined
  if (isTold || (config.Locations.length === 1 && !Defaults.Location)) return null
  const names = config.Locations.map(({ Name }) => [Name, Name] as const)
  return (
    <Choose
      small
      label={say('location')}
      value={Defaults.Location ?? ''}
      options={[['', say('chooseLocation')], ...names]}
      wrong={!Defaults.Location}
      hint={say('locationHint')}
      onChange={(name) => onChange(withDefault(mapping, 'Location', name))}
    />
  )
}
