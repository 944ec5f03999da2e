import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { learnAnew } from '#features/venues/learn-anew.part.ts'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { FirstFigure } from './first-figure.part.tsx'
import { SalesStep } from './sales-step.part.tsx'
import { type Setup, setup } from './setup.contract.ts'
import { setupWords } from './setup.messages.ts'
import styles from './setup.module.css'
import { LinksStep, LocationStep, PeopleStep, VenueStep } from './steps.part.tsx'
import { useAwake } from './use-awake.part.ts'

const WAITING_SECONDS = 4
const SOLD_SECONDS = 30

/** The first steps of the venue, for who may do them; others read why there is nothing yet. */
const FirstRun = () => {
  const user = useStoredUser()
  return tagsOf(user).includes('can_editsettings') ? <FirstSteps venue={user?.Config?.VenueName ?? ''} /> : <NotYet venue={user?.Config?.VenueName ?? ''} />
}

export default FirstRun

const NotYet = ({ venue }: { venue: string }) => {
  const say = useSay(setupWords)
  // Somebody may have sold something since this person signed in.
  useEffect(() => void learnAnew().catch(() => undefined), [])
  return (
    <Page title={venue}>
      <Empty title={say('othersTitle')}>
        <p>{say('others', { venue })}</p>
      </Empty>
    </Page>
  )
}

const FirstSteps = ({ venue }: { venue: string }) => {
  const say = useSay(setupWords)
  const { awake, wake } = useAwake()
  const followed = (now: Setup | undefined) => (awake ? (now?.Sales.Done ? SOLD_SECONDS : WAITING_SECONDS) : undefined)
  const { data, error, refetch } = useCall(setup.setup, {}, { fresh: true, followed })
  useOwnLocations(data)
  const maySee = tagsOf(useStoredUser()).includes('can_viewsales')
  const count = data && { n: stepsOf(data).filter(Boolean).length, of: stepsOf(data).length }
  return (
    <Page
      title={say('title', { venue })}
      lead={
        count && (
          <p className="blank fact">
            <small>{say('done')}</small>
            <span>{say('ofFive', count)}</span>
          </p>
        )
      }
      acts={data && <Aside data={data} onDone={() => void refetch()} />}
    >
      {error && !data && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={8} />}
      {data && count && (
        <div className={styles.two}>
          <section aria-labelledby="first-steps">
            <Lead data={data} count={count} />
            <h2 id="first-steps" className="sr">
              {say('list')}
            </h2>
            <Steps
              data={data}
              awake={awake}
              onWake={() => {
                wake()
                void refetch()
              }}
              onChanged={() => void refetch()}
            />
          </section>
          <FirstFigure last={data.Sales.Last} maySee={maySee} />
        </div>
      )}
    </Page>
  )
}

const stepsOf = ({ Venue, Locations, Sales, People, Links }: Setup): boolean[] => [
  ...[Venue.Done, Locations.Done, Sales.Done],
  ...(People ? [People.Done] : []),
  Links.Done,
]

/** A location made a moment ago, here or by somebody else, is one of this person's from now on. */
const useOwnLocations = (data: Setup | undefined) => {
  const known = useStoredUser()?.Config?.Locations.length ?? 0
  const there = data?.Locations.Places.length
  useEffect(() => {
    if (there !== undefined && there > known) void learnAnew().catch(() => undefined)
  }, [there, known])
}

const Lead = ({ data, count }: { data: Setup; count: { n: number; of: number } }) => {
  const say = useSay(setupWords)
  const navigate = useNavigate()
  const open = async () => {
    await learnAnew()
    await navigate({ href: '/membership/dashboard' })
  }
  return (
    <>
      <p className={styles.answer}>
        <b>{say('lead', count)}</b> {say(count.n === count.of ? 'leadAll' : data.Sales.Done ? 'leadSold' : 'leadOn')}
      </p>
      {data.Sales.Done && (
        <p className={styles.acts}>
          <button type="button" className="btn primary big" onClick={() => void open()}>
            {say('openDashboard')}
          </button>
        </p>
      )}
    </>
  )
}

interface StepsProps {
  data: Setup
  awake: boolean
  onWake: () => void
  onChanged: () => void
}

const Steps = ({ data, awake, onWake, onChanged }: StepsProps) => {
  const tags = tagsOf(useStoredUser())
  const { Venue, Locations, Sales, People, Links } = data
  const next = !Locations.Done ? 'location' : !Sales.Done ? 'sales' : People && !People.Done ? 'people' : undefined
  return (
    <ol className={styles.check}>
      <VenueStep venue={Venue} />
      <LocationStep locations={Locations} current={next === 'location'} />
      <SalesStep sales={Sales} hasLocation={Locations.Done} current={next === 'sales'} awake={awake} onWake={onWake} onChanged={onChanged} />
      <PeopleStep people={People} current={next === 'people'} tags={tags} />
      <LinksStep links={Links} tags={tags} />
    </ol>
  )
}

/** Puts the list aside, or back on the dashboard, while there is nothing else to show there. */
const Aside = ({ data, onDone }: { data: Setup; onDone: () => void }) => {
  const say = useSay(setupWords)
  const navigate = useNavigate()
  const send = useSend(setup.changeSetup, {
    onDone: async ({ Hidden }) => {
      await learnAnew()
      toast.success(say(Hidden ? 'hidden' : 'shown'))
      onDone()
      if (Hidden) await navigate({ href: '/membership/dashboard' })
    },
  })
  if (data.Sales.Done) return null
  return (
    <button type="button" className="btn" disabled={send.isPending} onClick={() => send.mutate({ body: { Hidden: !data.Hidden } })}>
      {say(data.Hidden ? 'show' : 'hide')}
    </button>
  )
}
