import { useDeferredValue, useMemo, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { accessTexts } from './access.messages.ts'
import type { Changes } from './access-change.rules.ts'
import { rolesIn } from './access-fields.part.tsx'
import { type ChosenVenue, useChosenVenue } from './chosen-venue.part.tsx'
import type { Employee } from './employee.contract.ts'
import { people as words } from './employees.messages.ts'
import { useAccess, usePeopleFound } from './people-calls.part.tsx'
import { PeopleFilters } from './people-filters.part.tsx'
import { sortedPeople, wantedPeople } from './people-list.rules.ts'
import { PermissionMatrix } from './permission-matrix.part.tsx'
import { SaveBar } from './save-bar.part.tsx'

/** Who may what, in one grid; the difference is read before it is saved. */
const PermissionsPage = () => {
  const say = useSay(accessTexts)
  const place = useChosenVenue()
  const [url] = useUrlState()
  const { data, error, refetch } = usePeopleFound(place, useDeferredValue(url.q ?? ''))
  const withAccess = useMemo(() => (data?.Employees ?? []).filter(({ Registered, Active }) => Registered && Active), [data])
  const filters = ['location', 'role'].filter((name) => url[name]).length
  return (
    <Page title={say('matrixTitle')} filterCount={filters} filters={<PeopleFilters place={place} everyone={withAccess} withoutStatus />}>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Waiting rows={10} />
      ) : (
        <Grid key={place.venueId} place={place} withAccess={withAccess} />
      )}
    </Page>
  )
}

export default PermissionsPage

const Grid = ({ place, withAccess }: { place: ChosenVenue; withAccess: readonly Employee[] }) => {
  const say = useSay(accessTexts)
  const sayWords = useSay(words)
  const { locale } = useLanguage()
  const [url, change] = useUrlState()
  const [changes, setChanges] = useState<Changes>({})
  // The venue's roles and what the reader may give are the same whoever is asked about.
  const access = useAccess(place, withAccess[0]?.EmployeeId ?? 0)
  const search = useDeferredValue(url.q ?? '')
  const { location = '', role = '' } = url
  const shown = useMemo(() => {
    const wanted = wantedPeople(withAccess, { search, status: '', location, role })
    return sortedPeople(wanted, 'name', false, new Intl.Collator(locale, { numeric: true }).compare)
  }, [withAccess, search, location, role, locale])
  return (
    <>
      <div className="tools">
        <label className="find">
          <Icon name="search" />
          <span className="sr">{sayWords('find')}</span>
          <input type="search" placeholder={sayWords('findHint')} value={url.q ?? ''} onChange={(event) => change({ q: event.target.value }, 'replace')} />
        </label>
        <p className="tally" role="status">
          {sayWords.count('people', shown.length)}
        </p>
      </div>
      {access.error ? (
        <Failed error={access.error} onRetry={() => access.refetch()} />
      ) : shown.length === 0 ? (
        <Empty title={say('matrixNobody')}>
          <p>{say('matrixNobodyBody', { venue: place.venueName })}</p>
        </Empty>
      ) : !access.data ? (
        <Waiting rows={10} />
      ) : (
        <PermissionMatrix
          shown={shown}
          caption={say('matrixCaption', { venue: place.venueName })}
          roles={rolesIn(access.data)}
          grantable={access.data.Grantable}
          changes={changes}
          onChange={setChanges}
        />
      )}
      <SaveBar place={place} everyone={withAccess} changes={changes} onChanges={setChanges} />
    </>
  )
}
