import MuiLink, { type LinkProps } from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

const RouterLink = createLink(MuiLink)

/** A link in a text: `<ScreenLink href={pathTo('flames', { board })}>`. */
export function ScreenLink({ href, ...props }: LinkProps & { href: string }) {
  // the router's types want `to`; it goes where `href` says
  return <RouterLink {...props} to="." href={href} />
}
