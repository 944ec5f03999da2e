import { section } from '#ui/screen.ts'
import { membershipTexts } from './membership.messages.ts'

/** Signing in and out; the door stands open to everyone. */
export const door = section(membershipTexts, {
  path: '/membership/auth',
  title: 'signIn',
  screens: [
    { path: '/membership/auth', title: 'signIn', needs: 'public', bare: true, offMenu: true, page: () => import('./sign-in.page.tsx') },
    { path: '/membership/forgotpassword', title: 'forgotTitle', needs: 'public', bare: true, offMenu: true, page: () => import('./forgot-password.page.tsx') },
    { path: '/membership/password', title: 'setTitle', needs: 'public', bare: true, offMenu: true, page: () => import('./set-password.page.tsx') },
    { path: '/membership/address', title: 'addressTitle', needs: 'public', bare: true, offMenu: true, page: () => import('./confirm-address.page.tsx') },
    { path: '/membership/begin', title: 'beginTitle', needs: 'public', bare: true, offMenu: true, page: () => import('./begin/begin.page.tsx') },
    {
      path: '/membership/selectvenue',
      title: 'chooseVenue',
      needs: 'signed-in',
      beforeVenue: true,
      bare: true,
      offMenu: true,
      page: () => import('./choose-venue.page.tsx'),
    },
    {
      path: '/membership/invitations',
      title: 'invitations',
      needs: 'signed-in',
      beforeVenue: true,
      bare: true,
      offMenu: true,
      page: () => import('./invitations.page.tsx'),
    },
    {
      path: '/membership/secondfactor',
      title: 'secondFactor',
      needs: 'signed-in',
      beforeVenue: true,
      bare: true,
      offMenu: true,
      page: () => import('./second-factor.page.tsx'),
    },
    { path: '/membership/assistant', title: 'assistant', needs: 'signed-in', bare: true, offMenu: true, page: () => import('./tokens/assistant.page.tsx') },
    {
      path: '/membership/changepassword',
      title: 'changeTitle',
      needs: 'signed-in',
      offMenu: true,
      page: () => import('./change-password.page.tsx'),
    },
  ],
})

export const logout = section(membershipTexts, {
  path: '/membership/logout',
  title: 'logout',
  screens: [{ path: '/membership/logout', title: 'logout', needs: 'signed-in', beforeVenue: true, bare: true, page: () => import('./logout.page.tsx') }],
})

/** Hangs under "Venue" at the foot of the rail. */
export const preferences = section(membershipTexts, {
  path: '/preferences',
  title: 'preferences',
  screens: [
    { path: '/preferences', title: 'preferences', about: 'preferencesAbout', needs: 'signed-in', page: () => import('./preferences.page.tsx') },
    { path: '/preferences/tokens', title: 'tokens', needs: 'signed-in', offMenu: true, page: () => import('./tokens/tokens.page.tsx') },
  ],
})
