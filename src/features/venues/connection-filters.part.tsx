import { BlankMenu } from '#ui/blank.tsx'
import { useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import type { Connected } from './connection-context.part.ts'
import { connectionWords } from './connections.messages.ts'
import { EVERYTHING, isFirstRun, LINK_STATES, type LinkFilter } from './connections.rules.ts'

/** What the reader chose to see, as the address keeps it. */
export const useLinkFilter = (): [LinkFilter, (changes: Partial<LinkFilter>) => void] => {
  const [{ provider = '', location = '', state = '' }, change] = useUrlState()
  return [{ provider, location, state }, change]
}

export const isFiltered = (filter: LinkFilter): boolean => Object.values(filter).some((value) => value !== '')

/** State, provider and location of the links that are listed. Nothing is asked while nothing was ever linked. */
export const linkFilters = ({ answer, groups, trading }: Connected) =>
  answer && !isFirstRun(answer) ? (
    <LinkFilters
      providers={groups.map(({ provider }) => provider.Provider)}
      places={trading.map(({ LocationId, Name }) => [String(LocationId), Name] as const)}
    />
  ) : undefined

const LinkFilters = ({ providers, places }: { providers: readonly string[]; places: readonly (readonly [id: string, name: string])[] }) => {
  const say = useSay(connectionWords)
  const [{ state, provider, location }, change] = useLinkFilter()
  const everything = { value: '', label: say('everything') }
  const all = { value: '', label: say('any') }
  return (
    <>
      <BlankMenu
        label={say('show')}
        options={[everything, ...LINK_STATES.map((value) => ({ value: value as string, label: say(`is.${value}`) }))]}
        value={state}
        onChange={(value) => change({ state: value })}
      />
      <BlankMenu
        label={say('provider')}
        options={[all, ...providers.map((value) => ({ value, label: value }))]}
        value={provider}
        onChange={(value) => change({ provider: value })}
      />
      {places.length > 1 && (
        <BlankMenu
          label={say('location')}
          options={[all, ...places.map(([value, label]) => ({ value, label }))]}
          value={location}
          onChange={(value) => change({ location: value })}
        />
      )}
    </>
  )
}

/** In place of the list where nothing is left of it. */
export const NothingListed = () => {
  const say = useSay(connectionWords)
  const [, change] = useLinkFilter()
  return (
    <section className="paper">
      <h2>{say('nothingListed')}</h2>
      <p>{say('nothingListedAbout')}</p>
      <p className="acts">
        <button type="button" className="btn" onClick={() => change(EVERYTHING)}>
          {say('showEverything')}
        </button>
      </p>
    </section>
  )
}
