import MuiLink, { type LinkProps } from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

const RouterLink = createLink(MuiLink)

/** A link within text: `<ScreenLink href={pathTo('flames', { board })}>`. */
export function ScreenLink({ href, ...props }: LinkProps & { href: string }) {
  // the router types require `to`; `href` overrides it
  return <RouterLink {...props} to="." href={href} />
}
