import { useDeferredValue, useMemo, useState } from 'react'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { BulkAction, type Together } from './bulk-action.part.tsx'
import styles from './bulk-bar.module.css'
import { type ChosenVenue, useChosenVenue } from './chosen-venue.part.tsx'
import type { Employee } from './employee.contract.ts'
import { people as words } from './employees.messages.ts'
import { usePeopleActs, usePeopleFound } from './people-calls.part.tsx'
import { PeopleFilters } from './people-filters.part.tsx'
import { SORTS, type SortKey, sortedPeople, tally, wantedPeople } from './people-list.rules.ts'
import { PeopleTable } from './people-table.part.tsx'
import { usePersonActs } from './person-acts.part.tsx'
import { PersonDocket } from './person-docket.part.tsx'

/** Everyone who works here: found, filtered, ordered, and done something with. */
const EmployeeListPage = () => {
  const say = useSay(words)
  const place = useChosenVenue()
  const acts = usePeopleActs(place)
  const [url, change] = useUrlState()
  const { data, error, refetch } = usePeopleFound(place, useDeferredValue(url.q ?? ''))
  const everyone = data?.Employees
  const { actsFor, dialog } = usePersonActs(place, acts)
  const filters = ['status', 'location', 'role'].filter((name) => url[name]).length
  return (
    <Page
      title={say('title')}
      filterCount={filters}
      filters={<PeopleFilters place={place} everyone={everyone ?? []} />}
      make={
        place.can('can_register') && (
          <Go className="btn primary" to={`${place.base}/create`} search={place.along}>
            {say('create')}
          </Go>
        )
      }
      docket={
        url.open && (
          <PersonDocket
            key={url.open}
            employeeId={Number(url.open)}
            place={place}
            actsFor={actsFor}
            onClose={() => change({ open: undefined, tab: undefined })}
          />
        )
      }
    >
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : !everyone ? (
        <Waiting rows={12} />
      ) : everyone.length === 0 && !url.q ? (
        <Empty title={say('noneTitle')}>
          <p>{say('noneBody')}</p>
        </Empty>
      ) : (
        <People key={place.venueId} everyone={everyone} total={data.Total} place={place} actsFor={actsFor} />
      )}
      {dialog}
    </Page>
  )
}

export default EmployeeListPage

type ActsFor = ReturnType<typeof usePersonActs>['actsFor']

const People = ({ everyone, total, place, actsFor }: { everyone: readonly Employee[]; total: number; place: ChosenVenue; actsFor: ActsFor }) => {
  const say = useSay(words)
  const { locale } = useLanguage()
  const acts = usePeopleActs(place)
  const [url, change] = useUrlState()
  const search = useDeferredValue(url.q ?? '')
  const [chosen, setChosen] = useState<number[]>([])
  const [asked, setAsked] = useState<Together>()
  const key = SORTS.find((one) => one === url.sort) ?? 'name'
  const descending = url.desc === '1'
  const { status = '', location = '', role = '' } = url
  const shown = useMemo(() => {
    const wanted = wantedPeople(everyone, { search, status, location, role })
    return sortedPeople(wanted, key, descending, new Intl.Collator(locale, { numeric: true }).compare)
  }, [everyone, search, status, location, role, key, descending, locale])
  const selected = shown.filter(({ EmployeeId }) => chosen.includes(EmployeeId))
  const sort = (next: SortKey) => change({ sort: next === 'name' ? undefined : next, desc: next === key && !descending ? '1' : undefined }, 'replace')
  return (
    <>
      <div className="tools">
        <label className="find">
          <Icon name="search" />
          <span className="sr">{say('find')}</span>
          <input type="search" placeholder={say('findHint')} value={url.q ?? ''} onChange={(event) => change({ q: event.target.value }, 'replace')} />
        </label>
        <Tally shown={shown} all={total} />
      </div>
      {shown.length === 0 ? (
        <Empty
          title={say('noneFound')}
          act={
            <Go className="btn" change={{ q: undefined, status: undefined, location: undefined, role: undefined }}>
              {say('clearFilters')}
            </Go>
          }
        >
          <p>{say('noneFoundBody', { venue: place.venueName })}</p>
        </Empty>
      ) : (
        <PeopleTable
          shown={shown}
          caption={say('caption', { venue: place.venueName })}
          chosen={chosen}
          onChoose={setChosen}
          sort={{ key, descending }}
          onSort={sort}
          open={Number(url.open ?? 0)}
          actsFor={actsFor}
        />
      )}
      {selected.length > 0 && (place.can('can_revoke') || place.can('can_viewemp')) && (
        <section className={styles.bar} aria-label={say('selected')} data-bar>
          <p>
            <b>{say.count('chosen', selected.length)}</b>
            <button type="button" className="text-btn" onClick={() => setChosen([])}>
              {say('clear')}
            </button>
          </p>
          <p className="acts">
            <button type="button" className="btn" onClick={() => setAsked('link')}>
              {say('requestPassword')}
            </button>
            {place.can('can_revoke') && (
              <button type="button" className="btn stop" onClick={() => setAsked('revoke')}>
                {say('revoke')}
              </button>
            )}
          </p>
        </section>
      )}
      {asked && (
        <BulkAction
          what={asked}
          chosen={selected}
          place={place}
          acts={acts}
          onClose={(done) => {
            setAsked(undefined)
            if (done) setChosen([])
          }}
        />
      )}
    </>
  )
}

/** "11 people: 6 active, 2 invited", said politely whenever it changes. */
const Tally = ({ shown, all }: { shown: readonly Employee[]; all: number }) => {
  const say = useSay(words)
  const { language } = useLanguage()
  const parts = tally(shown).map(({ status, n }) => (language === 'jp' ? `${say(status)}${n}` : `${n} ${say(status).toLowerCase()}`))
  return (
    <p className="tally" role="status">
      {shown.length > 0 && say('tallied', { people: say.count('people', shown.length), parts: parts.join(language === 'jp' ? '、' : ', ') })}
      {shown.length < all && ` · ${say('shown', { n: shown.length, all })}`}
    </p>
  )
}
