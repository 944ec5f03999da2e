import { section } from '#ui/screen.ts'
import { employeesMenu } from './menu.messages.ts'

/** People and their access, at the venue of whoever looks. */
export const employees = section(employeesMenu, {
  path: '/employees',
  title: 'employees',
  needs: ['can_viewemp'],
  screens: [
    { path: '/employees/list', title: 'employees', about: 'listAbout', needs: ['can_viewemp'], page: () => import('./employee-list.page.tsx') },
    { path: '/employees/register', title: 'register', about: 'registerAbout', needs: ['can_register'], page: () => import('./register.page.tsx') },
    { path: '/employees/revoke', title: 'revoke', about: 'revokeAbout', needs: ['can_revoke'], page: () => import('./revoke.page.tsx') },
    {
      path: '/employees/requestpassword',
      title: 'requestPassword',
      about: 'requestPasswordAbout',
      needs: ['can_viewemp'],
      page: () => import('./request-password.page.tsx'),
    },
    { path: '/employees/permissions', title: 'permissions', about: 'permissionsAbout', needs: ['can_register'], page: () => import('./permissions.page.tsx') },
    { path: '/employees/roles', title: 'roles', about: 'rolesAbout', needs: ['can_register'], page: () => import('./roles.page.tsx') },
    {
      path: '/employees/create',
      title: 'create',
      about: 'createAbout',
      needs: ['can_register'],
      offMenu: true,
      page: () => import('./create-employee.page.tsx'),
    },
  ],
})

/** The same across venues, for Admin. */
export const adminEmployees = section(employeesMenu, {
  path: '/admin/employees',
  title: 'employees',
  screens: [
    { path: '/admin/employees/list', title: 'employees', about: 'listAbout', needs: 'admin', page: () => import('./employee-list.page.tsx') },
    { path: '/admin/employees/create', title: 'create', about: 'createAbout', needs: 'admin', page: () => import('./create-employee.page.tsx') },
    { path: '/admin/employees/register', title: 'register', about: 'registerAbout', needs: 'admin', page: () => import('./register.page.tsx') },
    { path: '/admin/employees/revoke', title: 'revoke', about: 'revokeAbout', needs: 'admin', page: () => import('./revoke.page.tsx') },
    {
      path: '/admin/employees/requestpassword',
      title: 'requestPassword',
      about: 'requestPasswordAbout',
      needs: 'admin',
      page: () => import('./request-password.page.tsx'),
    },
    { path: '/admin/employees/permissions', title: 'permissions', about: 'permissionsAbout', needs: 'admin', page: () => import('./permissions.page.tsx') },
    { path: '/admin/employees/roles', title: 'roles', about: 'rolesAbout', needs: 'admin', offMenu: true, page: () => import('./roles.page.tsx') },
  ],
})
