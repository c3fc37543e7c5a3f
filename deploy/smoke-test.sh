#!/bin/sh
# Smoke test of the container images, for a machine with Docker: sh deploy/smoke-test.sh
# Builds and starts deploy/compose.yaml in the sandbox, under a project name of its own, and removes everything again.
# Needs the ports 80 and 443, and a checkout without deploy/.env, which it writes.
set -eu
cd "$(dirname "$0")"
if [ -e .env ]; then echo 'deploy/.env exists: use a fresh checkout.' >&2; exit 1; fi

compose() { docker compose --project-name tillwright-smoke-test "$@"; }
cleanup() { compose down --volumes --timeout 30 >/dev/null 2>&1 || true; rm -f .env; }
trap cleanup EXIT INT TERM
# check DESCRIPTION COMMAND…
check() {
  description=$1; shift
  if output=$("$@" 2>&1); then echo "  ok      $description"
  else echo "  FAILED  $description"; echo "$output"; exit 1; fi
}
# A request to Caddy as a visitor makes it; its certificate is not from an authority here.
visit() { curl -sk --resolve smoke.localhost:443:127.0.0.1 -o /dev/null -w '%{http_code}' "https://smoke.localhost$1"; }
answers() { [ "$(visit "$2")" = "$1" ]; }
in_app() { compose exec -T app "$@"; }

umask 077
cat > .env <<SETTINGS
DOMAIN=smoke.localhost
OPERATOR_EMAIL=owner@smoke.localhost
DATABASE_PASSWORD=smokeTestApp
POSTGRES_PASSWORD=smokeTestServer
AUTH_SECRET=$(head -c 32 /dev/urandom | base64)
BACKUP_KEY=$(head -c 32 /dev/urandom | base64)
SETTINGS

check 'the images are built' compose build --quiet
check 'every health check passes' compose up --detach --wait --wait-timeout 120
check 'the app runs as an unprivileged user' in_app sh -c '[ "$(id -u)" = 1000 ]'
check 'the app has no capabilities' in_app sh -c 'grep -q "^CapBnd:\s*0*$" /proc/1/status'
check 'the app cannot write its own code' in_app sh -c '! touch /app/x'
check 'the image contains no private files' in_app sh -c '! ls /app/.git /app/.env /app/deploy/.env /app/.data'
check 'the native libraries load' in_app node --input-type=module -e "await import('sharp'); await import('@resvg/resvg-js')"
check 'a backup is written' in_app node server/ops/commands/backup.ts
check 'the doctor finds the configuration complete' in_app sh -c \
  'node server/ops/commands/doctor.ts --json | grep -q "complete for the sandbox"'
check 'Caddy serves the start page' answers 200 /
check 'Caddy blocks internal paths' answers 404 /metrics
check 'the app stops by itself' sh -c \
  'docker compose --project-name tillwright-smoke-test stop app && [ "$(docker inspect --format "{{.State.ExitCode}}" $(docker compose --project-name tillwright-smoke-test ps -aq app))" = 0 ]'
echo '  All checks passed.'
