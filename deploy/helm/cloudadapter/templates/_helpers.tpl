{{- define "cloudadapter.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "cloudadapter.labels" -}}
app.kubernetes.io/name: {{ include "cloudadapter.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- /* The configuration: what the chart mounts, with what the values have on top of it. */ -}}
{{- define "cloudadapter.config" -}}
{{- if and (gt (int .Values.replicas) 1) (not .Values.config.store) -}}
{{- fail "config.store is missing: several servers need etcd://HOST:PORT,HOST:PORT/PREFIX" -}}
{{- end -}}
{{- if and (eq (int .Values.replicas) 1) .Values.config.store -}}
{{- fail "config.store is for several servers: set replicas to 3, or leave it out" -}}
{{- end -}}
{{- $pools := .Values.config.pools -}}
{{- if and (kindIs "map" $pools) (gt (len $pools) 1) (not .Values.config.defaultPool) -}}
{{- fail "config.defaultPool is missing: Helm sorts the pools, so the first one is not the one that you wrote first" -}}
{{- end -}}
{{- $tokens := dict -}}
{{- range $name, $role := .Values.tokens -}}
{{- $_ := set $tokens $name (dict "role" $role "file" (printf "/etc/cloudadapter/tokens/%s" $name)) -}}
{{- end -}}
{{- $tls := dict "cert" "/etc/cloudadapter/tls/tls.crt" "key" "/etc/cloudadapter/tls/tls.key" -}}
{{- $server := dict "address" "0.0.0.0" "port" 8443 "tls" $tls "tokens" $tokens -}}
{{- $made := dict "data" "/var/lib/cloudadapter/data" "server" $server -}}
{{- toYaml (mergeOverwrite $made (deepCopy .Values.config)) -}}
{{- end -}}
