/** Every path that nothing else answers: the frame's error page, with status 404. */
export function loader() {
  throw new Response(null, { status: 404 })
}

export function clientLoader() {
  throw new Response(null, { status: 404 })
}

export default function NotFound() {
  return null
}
