FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN ["./deploy/assemble.sh", "/app"]

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Crossplay" org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 CROSSPLAY_DATA=/data
# Memory that a rush of visitors took is given back after it.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=5120 MALLOC_TRIM_THRESHOLD_=131072
COPY --from=build /app /app
RUN ["install", "-d", "-o", "node", "-g", "node", "-m", "700", "/data"]
WORKDIR /data
USER node
VOLUME ["/data"]
EXPOSE 3000 2222
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/bin/crossplay.js"]
CMD ["serve"]
