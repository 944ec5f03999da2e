import { useHouse, wayOn } from '#ui/house.ts'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { AlreadyIn, Denied } from './denied.part.tsx'
import { Door } from './door.part.tsx'
import { membershipTexts } from './membership.messages.ts'
import { SignInForm } from './sign-in.form.tsx'

/** The door. Whoever is signed in already sees why they were sent here, never the form. */
const SignInPage = () => {
  const say = useSay(membershipTexts)
  const user = useStoredUser()
  const house = useHouse()
  const [url] = useUrlState()
  if (user?.Token && url.denied) return <Denied user={user} path={url.denied} />
  if (user?.Token) return <AlreadyIn user={user} to={wayOn(url.return, house.homeOf(user))} />
  return (
    <Door
      title={say('signIn')}
      brand
      lede={
        <>
          {say('lede1')}
          <br />
          {say('lede2')}
        </>
      }
      note={say('engraving')}
    >
      {url.return && (
        <p className="callout warn" role="status">
          <Icon name="attention" /> <span>{say(url.ended ? 'sessionEnded' : 'pleaseSignIn')}</span>
        </p>
      )}
      <SignInForm asked={url.return} />
    </Door>
  )
}

export default SignInPage
