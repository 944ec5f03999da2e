import { Dropped } from '#features/reports/kit/screen/dropped.part.tsx'
import { knownNumbers, unknownRange } from '#features/reports/kit/screen/screen-state.rules.ts'
import { Share } from '#features/reports/kit/screen/share.part.tsx'
import { todayAt } from '#features/reports/kit/today.rules.ts'
import { dayText } from '#shared/cell-text.ts'
import { numberText } from '#shared/money.ts'
import { presetRange, rangeFromUrl, rangeToUrl, type VenueCalendar } from '#shared/range.ts'
import { BlankMany } from '#ui/blank.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { RangePicker } from '#ui/range-picker.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser, type VenueConfig } from '#ui/stored-user.ts'
import { type UrlState, useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { type FraudAnswer, fraud } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import styles from './fraud.module.css'
import { FraudCards } from './fraud-cards.part.tsx'
import { FraudDigest } from './fraud-digest.part.tsx'
import { FraudDocket } from './fraud-docket.part.tsx'
import { FraudFigures } from './fraud-figures.part.tsx'
import { FraudOperators } from './fraud-operators.part.tsx'
import { RULES, type Rule } from './fraud-rules.rules.ts'
import { FraudThreshold } from './fraud-threshold.part.tsx'
import { useRuleName } from './hit-text.part.ts'
import { isShown } from './listed.rules.ts'

/** Cards that are used in ways they should not be, where, by whom, and what is decided about it. */
const FraudCheckPage = () => {
  const config = useStoredUser()?.Config
  return config ? <FraudCheck config={config} /> : null
}

export default FraudCheckPage

const FraudCheck = ({ config }: { config: VenueConfig }) => {
  const say = useSay(fraudWords)
  const [url, change] = useUrlState()
  const { range, calendar, query, dropped } = askedIn(url, config)
  const { data, error, refetch, isPlaceholderData } = useCall(fraud.fraudCheck, { query: query as never }, { keepLast: true })
  const opened = data?.Locations.flatMap((place) => place.Cards.map((card) => ({ place, card }))).find(({ card }) => card.CardNumber === url.card)
  return (
    <Page
      title={say('title')}
      lead={<RangePicker value={range} calendar={calendar} onChange={(next) => change({ range: rangeToUrl(next), card: undefined })} />}
      filters={<FraudFilters config={config} url={url} change={change} />}
      filterCount={[url.loc, url.rules].filter(Boolean).length}
      acts={<Share title={say('title')} range={range} exported={{ path: fraud.fraudCheck.path, query }} />}
      docket={
        opened && <FraudDocket key={url.card} {...opened} range={{ FromDate: range.from, ToDate: range.to }} onClose={() => change({ card: undefined })} />
      }
    >
      <Dropped dropped={dropped} range={range} />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={12} />}
      {data && !error && (
        <div className={isPlaceholderData ? styles.stale : undefined} aria-busy={isPlaceholderData}>
          <Found data={data} url={url} change={change} today={calendar.today} />
        </div>
      )}
    </Page>
  )
}

/** What is asked: last week unless the address says otherwise. */
const askedIn = (url: UrlState, config: VenueConfig) => {
  const calendar: VenueCalendar = { today: todayAt(config.Locations, new Date()), weekStart: config.WeekStart, financialYearStart: config.FinancialYearStart }
  const read = rangeFromUrl(url.range, calendar)
  const range = read ?? presetRange('thisweek', calendar)
  const places = knownNumbers(
    'loc',
    url.loc,
    config.Locations.map(({ LocationId }) => LocationId),
  )
  const dropped = [...unknownRange(url.range, read), ...places.dropped]
  const query = {
    FromDate: range.from,
    ToDate: range.to,
    ...(places.values.length > 0 ? { Locations: places.values.join(',') } : {}),
    ...(url.threshold && /^([2-9]|[1-9]\d{1,5})$/.test(url.threshold) ? { Threshold: url.threshold } : {}),
  }
  return { calendar, range, query, dropped }
}

type Change = ReturnType<typeof useUrlState>[1]

const rulesIn = (url: UrlState): Rule[] => RULES.filter((rule) => (url.rules ?? '').split(',').includes(rule))

const FraudFilters = ({ config, url, change }: { config: VenueConfig; url: UrlState; change: Change }) => {
  const say = useSay(fraudWords)
  const places = (url.loc ?? '').split(',').filter(Boolean)
  const rules = rulesIn(url)
  const answer = (n: number, all: number) => (n === 0 ? say('allLocations', { n: all }) : say('someLocations', { n, all }))
  const ruleName = useRuleName()
  return (
    <>
      {config.Locations.length > 1 && (
        <BlankMany
          className="opt"
          label={say('locations')}
          allLabel={say('all')}
          answer={answer(places.length, config.Locations.length)}
          options={config.Locations.map(({ LocationId, Name }) => ({ value: String(LocationId), label: Name }))}
          value={places}
          onChange={(ids) => change({ loc: ids.join(','), card: undefined })}
        />
      )}
      <BlankMany
        className="opt"
        label={say('rules')}
        allLabel={say('all')}
        answer={rules.length === 0 ? `${say('all')} ${RULES.length}` : `${rules.length}`}
        options={RULES.map((rule) => ({ value: rule, label: ruleName(rule) }))}
        value={rules}
        onChange={(chosen) => change({ rules: chosen.join(','), card: undefined })}
      />
    </>
  )
}

const Found = ({ data, url, change, today }: { data: FraudAnswer; url: UrlState; change: Change; today: string }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const all = data.Locations.flatMap(({ Cards }) => Cards).filter((card) => isShown(card, undefined, rulesIn(url)))
  const places = data.Locations.map((place) => ({ ...place, Cards: place.Cards.filter((card) => isShown(card, url.state, rulesIn(url))) })).filter(
    ({ Cards }) => Cards.length > 0,
  )
  return (
    <>
      <FraudFigures cards={all} today={today} />
      <FraudThreshold
        value={data.Threshold}
        byThreshold={data.ByThreshold}
        onChange={(uses) => change({ threshold: String(uses), card: undefined }, 'replace')}
      />
      {all.length === 0 ? (
        <Nothing data={data} change={change} />
      ) : (
        <>
          <FraudCards places={places} all={all} state={url.state} current={url.card} onState={(state) => change({ state, card: undefined })} />
          <FraudOperators operators={data.Operators} />
        </>
      )}
      <FraudDigest />
      <p className={styles.fresh}>{say('fresh', { time: timeOf(data.AsAt, language), n: numberText(data.Uses, language) })}</p>
    </>
  )
}

const timeOf = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'jp' ? 'ja-JP' : 'en-AU', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at))

const Nothing = ({ data, change }: { data: FraudAnswer; change: Change }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const lower = data.Threshold - 1
  const act = lower >= 2 && (
    <button type="button" className="btn" onClick={() => change({ threshold: String(lower) })}>
      {say('showLower', { n: lower })}
    </button>
  )
  return (
    <Empty title={say('nothing', { n: numberText(data.Threshold, language) })} act={act}>
      {say('nothingWhy', {
        n: numberText(data.Threshold, language),
        from: dayText(data.FromDate, language),
        to: dayText(data.ToDate, language),
        uses: numberText(data.Uses, language),
      })}
    </Empty>
  )
}
