# The command, and campaigns for judges, without a compiler and without root.
#   docker build --tag karat .
#   docker run --rm --volume "$PWD":/data karat score output.txt --references reference.txt
#   docker run --rm --volume "$PWD":/data --publish 127.0.0.1:8420:8420 karat campaign serve news.campaign --host 0.0.0.0 --behind-tls
FROM python:3.13-slim AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends g++ \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN python -m venv /karat \
 && /karat/bin/python -m pip install --no-cache-dir --upgrade "pip>=25.3" \
 && /karat/bin/python -m pip install --no-cache-dir \
      --constraint requirements.lock --build-constraint requirements.lock \
      ".[report,parquet,zstd,ja,ko,zh,meteor,sacrebleu,postgres]"

FROM python:3.13-slim
COPY --from=build /karat /karat
RUN useradd --create-home --uid 1000 karat && mkdir /data && chown karat /data
USER karat
WORKDIR /data
EXPOSE 8420
ENTRYPOINT ["/karat/bin/karat"]
CMD ["--help"]
