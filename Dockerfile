# Kempelen for hosts: docs/en/host.md. No image is built by the tests; they run the commands that stand here.
FROM python:3.13-slim
RUN useradd --create-home --uid 1000 kempelen && mkdir /data && chown kempelen /data
COPY . /kempelen
RUN pip install --no-cache-dir -c /kempelen/constraints.txt '/kempelen[web,host]' && rm -r /kempelen
USER kempelen
ENV KEMPELEN_DATA=/data
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health')"]
CMD ["kempelen", "serve", "--host", "0.0.0.0", "--port", "8000", "--behind-proxy", "--processes", "2", "--log", "json"]
